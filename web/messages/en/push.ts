/** Notifications pushed to a device. */
export const pushTexts = {
  title: 'On this device',
  hint: 'Get notifications in this browser, also while Taskboard is not open.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  on: 'This browser is notified.',
  off: 'This browser is not notified.',
  turnedOn: 'Notifications are on in this browser',
  turnedOff: 'Notifications are off in this browser',
  denied:
    'You have blocked notifications from this site. Allow them in the settings of your browser, and then reload this page.',
  dismissed: 'Your browser has not allowed notifications',
  unsupported: 'This browser cannot receive notifications from websites.',
  insecure: 'Browsers receive notifications only from sites with https.',
  homeScreen:
    'On an iPhone or iPad, add Taskboard to the home screen first: tap Share, and then Add to Home Screen. Open it from there, and come back to this page.',
  unreachable: 'Your browser could not reach its push service. Try again later.',
  devices: 'Devices',
  devicesHint: 'A device is no longer notified once you sign out there, or end its session.',
  sessions: 'Sessions',
  thisOne: 'this browser',
  since: (day: string) => `since ${day}`,
};

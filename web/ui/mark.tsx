/** The product's mark: a card on its way, in three places, the last of which is full. */
export const Mark = ({ size = 24, label }: { size?: number; label?: string }) => (
  <svg
    class="mark"
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="currentColor"
    {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' })}
  >
    <rect opacity=".34" x="1.5" y="13.5" width="17" height="17" rx="5" />
    <rect opacity=".6" x="7" y="8" width="17" height="17" rx="5" />
    <rect x="12.5" y="1.5" width="18" height="18" rx="5" />
  </svg>
);

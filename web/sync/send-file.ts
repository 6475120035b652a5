/* A file on its way to the service. `fetch` does not tell how much of a body has been sent. */

interface SendFile {
  method: string;
  /** A path of this service. */
  address: string;
  headers?: Readonly<Record<string, string>>;
  file: File;
  signal: AbortSignal;
  /** Told how many bytes have been sent. */
  onProgress: (sent: number) => void;
}

/** Gives the reply, whatever it says. Throws `TypeError` where the service is not reached, `AbortError` where it is given up. */
export function sendFile({
  method,
  address,
  headers,
  file,
  signal,
  onProgress,
}: SendFile): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open(method, address);
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = () => reject(new TypeError('the service was not reached'));
    request.onabort = () => reject(new DOMException('given up', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.send(file);
  });
}

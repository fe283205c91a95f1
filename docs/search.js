// Search when the site is opened from a disk, where browsers start no workers: the script of the worker runs in a hidden frame instead.
if (location.protocol === 'file:') {
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      const inner = frame.contentWindow;
      inner.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
      const script = inner.document.createElement('script');
      script.src = url;
      this.loaded = new Promise((resolve) => script.addEventListener('load', () => resolve(inner)));
      inner.document.body.append(script);
    }

    async postMessage(data) {
      const inner = await this.loaded;
      inner.dispatchEvent(new MessageEvent('message', { data }));
    }
  };
}

/** Removes the focus after a click, so that Enter bids. */
export function blurAfterPointer(event: MouseEvent): void {
  if (event.detail > 0) (event.currentTarget as HTMLElement).blur();
}

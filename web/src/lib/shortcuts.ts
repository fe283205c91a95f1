export type Shortcuts = Record<string, () => void>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=range], [type=radio]), textarea, select')
  );
}

/**
 * A handler for `keydown` of single keys. It ignores keys while somebody types, and the browser's own
 * combinations.
 */
export function shortcuts(keys: Shortcuts): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]')) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

export type Shortcuts = Record<string, () => void>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=range], [type=radio]), textarea, select')
  );
}

/** Whether a key presses what has the focus. */
function isPressing({ key, target }: KeyboardEvent): boolean {
  return (
    (key === 'Enter' || key === ' ') &&
    target instanceof Element &&
    target.closest('button, a, summary, [role=radio]') !== null
  );
}

/**
 * A handler for `keydown` of single keys. It ignores keys while somebody types, those that press a button, and
 * the browser's own combinations.
 */
export function shortcuts(keys: Shortcuts): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isPressing(event)) return;
    if (document.querySelector('dialog[open]')) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

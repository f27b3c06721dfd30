/** A button that copies the code of each snippet. */

/** Milliseconds for which a button says that it has copied. */
const SAID_FOR = 1500;

export function copyButtons(root: ParentNode): void {
  // Browsers offer the clipboard only on secure addresses.
  if (!isSecureContext) return;
  for (const code of root.querySelectorAll('.snippets pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), SAID_FOR);
    });
    code.before(button);
  }
}

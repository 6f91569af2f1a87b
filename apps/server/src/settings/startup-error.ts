/**
 * An error that the operator can fix: a missing setting, a busy port, an inaccessible folder. The message is one line
 * that says what to do; it is printed without a stack.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

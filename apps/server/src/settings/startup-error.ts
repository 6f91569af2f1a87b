/**
 * Something the person at the keyboard can put right: a missing setting, a busy port, a folder that
 * cannot be reached. The message is one line and says what to do; it is printed without a stack.
 */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

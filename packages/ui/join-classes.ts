/** Joins class names with spaces, leaving out what is absent or false. */
export function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

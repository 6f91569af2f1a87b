/**
 * A player's name as others in a team see it: its first and last letters, "mi***88"; of a short name, one letter each.
 */
export function maskedName(username: string): string {
  const shown = username.length < 6 ? 1 : 2;
  return `${username.slice(0, shown)}***${username.slice(-shown)}`;
}

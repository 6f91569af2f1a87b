/** A player's name as others in a team read it: its first and last letters, "mi***88"; one each of a short name. */
export function maskedName(username: string): string {
  const shown = username.length < 6 ? 1 : 2;
  return `${username.slice(0, shown)}***${username.slice(-shown)}`;
}

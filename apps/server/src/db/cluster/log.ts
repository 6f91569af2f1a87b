/** The log of the launcher and the migrations; a pino logger fits. */
export interface ClusterLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Where the launcher and the migrations write their lines; a pino logger fits. */
export interface ClusterLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

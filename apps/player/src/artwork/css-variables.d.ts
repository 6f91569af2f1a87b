// oxlint-disable-next-line import/no-unassigned-import -- makes this file a module that adds to React's types
import "react";

// React sets custom properties through style, but its type does not know their names.
declare module "react" {
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}

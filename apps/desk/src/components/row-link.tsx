import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-admin";

interface RowLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link in a row that opens on a click itself; by keyboard, or in another tab, the row is opened by its link alone. */
export function RowLink({ to, children }: RowLinkProps) {
  return (
    <Link to={to} onClick={(event: MouseEvent) => event.stopPropagation()}>
      {children}
    </Link>
  );
}

import {
  Box,
  Card,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from "@mui/material";
import type { ReactNode } from "react";
import { Term } from "./term.tsx";
import type { WordKey } from "../i18n/i18n.ts";

interface TableCardProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly action?: ReactNode;
  /** The heads of its columns: `right` is one of figures, whose cells are aligned so too. */
  readonly heads: readonly (WordKey | { readonly right: WordKey })[];
  /** Text shown if the table has no rows. */
  readonly empty?: string | undefined;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A small table with a title, all of it on one page. */
export function TableCard({ title, action, heads, empty, children }: TableCardProps) {
  return (
    <Card>
      <Box sx={{ px: 2, pt: 2, pb: 1, display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography component="h2" variant="h3" sx={{ flex: "1 1 auto" }}>
          {title}
        </Typography>
        {action}
      </Box>
      {empty === undefined ? (
        // A wide table scrolls in here: a keyboard must be able to reach it.
        <TableContainer tabIndex={0}>
          <Table size="small">
            <TableHead>
              <TableRow>
                {heads.map((head) =>
                  typeof head === "string" ? (
                    <TableCell key={head}>
                      <Term term={head} />
                    </TableCell>
                  ) : (
                    <TableCell key={head.right} align="right">
                      <Term term={head.right} />
                    </TableCell>
                  ),
                )}
              </TableRow>
            </TableHead>
            <TableBody>{children}</TableBody>
          </Table>
        </TableContainer>
      ) : (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
          {empty}
        </Typography>
      )}
    </Card>
  );
}

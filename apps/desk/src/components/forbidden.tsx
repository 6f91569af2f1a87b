import type { Action } from "@lotus/contract/desk";
import { Card, Typography } from "@mui/material";
import { Title } from "react-admin";
import { useWhyNot } from "../actions/why-not.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { PageTitle } from "./page-title.tsx";

interface ForbiddenProps {
  readonly action: Action;
  /** The name of the page; left out inside another one. */
  readonly title?: string | undefined;
}

/** In place of what the reader's role may not see: says so, and who may. */
export function Forbidden({ action, title }: ForbiddenProps) {
  const t = useI18n();
  const why = useWhyNot(action);
  return (
    <>
      {title !== undefined && <Title title={<PageTitle name={title} />} />}
      <Card sx={{ p: 3, mt: 2 }}>
        <Typography>
          {t("empty.mayNot")} {why}
        </Typography>
      </Card>
    </>
  );
}

import { newIdempotencyKey } from "@lotus/client";
import { Button, Tooltip } from "@mui/material";
import type { PlayerReason } from "@lotus/contract";
import type { Action, PlayerState } from "@lotus/contract/desk";
import { useEffect, useId, useLayoutEffect, useState, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.ts";
import type { ActionWork } from "./action-dialog.tsx";
import { useDialogs } from "./action-dialogs.tsx";
import { useWhyNot } from "./why-not.ts";

/** Props of a button for an action of the table. */
export interface ActionButtonProps<Answer> extends ActionWork<Answer> {
  readonly action: Action;
  /** State of the action's subject; left out where the action does not depend on one. */
  readonly state?: string;
  /** State of the player concerned, if there is one. */
  readonly playerState?: PlayerState | undefined;
  /** Another reason why the action is unavailable now, as text. */
  readonly blocked?: string | undefined;
  /** Label of the button, if not the action's own. */
  readonly label?: string;
  readonly variant?: "plain" | "main" | "danger";
  /** What is about to happen, above the reason. */
  readonly summary?: ReactNode;
  /** Further fields of the dialog; `ready` tells whether they are filled. */
  readonly fields?: ReactNode;
  readonly ready?: boolean;
  /** A reason for players that does not fit and is left out of the list. */
  readonly without?: PlayerReason | undefined;
  /** The text for players that the first person chose. The second person confirms it and does not choose again. */
  readonly told?: PlayerReason | undefined;
  /** Whether two people are needed, where the table makes it depend on the amount. */
  readonly needsTwo?: boolean;
  /** Whether the signed-in operator is the second of the two: it happens at once. */
  readonly asSecond?: boolean;
  /** Why two are needed, as text with figures. */
  readonly twoBecause?: string | undefined;
  readonly size?: "small" | "medium";
  /** Called when the dialog opens, to initialize its fields. */
  readonly onOpen?: () => void;
}

/**
 * A button for one action of the table. An action that role or state forbids is shown as disabled, with the reason; a
 * click opens the dialog for what the table requires.
 */
export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { action, state, playerState, blocked, variant = "plain", size = "small" } = props;
  const t = useI18n();
  const impossible = useWhyNot(action, state, playerState);
  const forbidden = impossible ?? blocked;
  // What the dialog was opened for: the button of one action may become that of the opposite one.
  const [openFor, setOpenFor] = useState<Action>();
  // The key outlives the dialog: closing it after a lost reply and opening it again repeats the same request.
  const [clickKey, setClickKey] = useState(newIdempotencyKey);
  const label = props.label ?? t(`action.${action}`);
  const dialogs = useDialogs();
  const id = useId();
  // Before the browser paints, so that what is typed into the dialog's fields stays where it is typed.
  useLayoutEffect(() => {
    if (openFor === undefined) return;
    if (openFor === action)
      dialogs.show({
        id,
        props: {
          ...props,
          title: label,
          overtaken: impossible !== undefined,
          clickKey,
          onAnswered: () => setClickKey(newIdempotencyKey()),
          // It is the answer of that very `run`.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          onDone: (answer) => props.onDone?.(answer as Answer),
          onClose: () => {
            setOpenFor(undefined);
            dialogs.close(id);
          },
        },
      });
    else dialogs.leave(id);
  });
  useEffect(() => () => dialogs.leave(id), [dialogs, id]);
  return (
    <Tooltip describeChild title={forbidden ?? ""}>
      {/* Not `disabled`: the button must stay focusable, so that a screen reader can announce why it is unavailable. */}
      <Button
        size={size}
        variant={variant === "main" ? "contained" : "outlined"}
        color={variant === "danger" ? "error" : "primary"}
        aria-disabled={forbidden !== undefined}
        onClick={(event) => {
          // A click on the row around the button would open the row.
          event.stopPropagation();
          if (forbidden !== undefined) return;
          props.onOpen?.();
          setOpenFor(action);
        }}
        sx={{
          whiteSpace: "nowrap",
          '&[aria-disabled="true"]': { opacity: 0.45, cursor: "not-allowed", boxShadow: "none" },
        }}
      >
        {label}
      </Button>
    </Tooltip>
  );
}

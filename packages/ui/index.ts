/** React components without product texts: every text and label is a prop. */
export * from "./icons/icons.ts";
export { HeadsetIcon, HomeIcon, PersonIcon, PiecesIcon } from "./icons/tab-icons.tsx";
export { NavBar, NavBarExtra, type NavBarProps } from "./bars/nav-bar.tsx";
export { TabBar, type TabBarItem, type TabBarProps } from "./bars/tab-bar.tsx";
export { Button, type ButtonProps, type ButtonSize, type ButtonVariant } from "./button/button.tsx";
export { CopyButton, type CopyButtonProps } from "./button/copy-button.tsx";
export { IconButton, type IconButtonProps } from "./button/icon-button.tsx";
export type { ChoiceRowProps } from "./choice/choice-row.tsx";
export { Chip, type ChipProps } from "./choice/chip.tsx";
export { OptionPills, Segmented, Tabs } from "./choice/tabs.tsx";
export type { ChoiceItem } from "./choice/use-roving-keys.ts";
export { Badge, type BadgeProps } from "./feedback/badge.tsx";
export { Pill, type PillProps, type Tone } from "./feedback/pill.tsx";
export {
  Skeleton,
  SkeletonGroup,
  type SkeletonGroupProps,
  type SkeletonProps,
} from "./feedback/skeleton.tsx";
export { Spinner } from "./feedback/spinner.tsx";
export { StateScreen, type StateScreenProps } from "./feedback/state-screen.tsx";
export { Strip, type StripProps } from "./feedback/strip.tsx";
export { TickBadge } from "./feedback/tick-badge.tsx";
export { VisuallyHidden } from "./feedback/visually-hidden.tsx";
export { AmountField, type AmountFieldProps } from "./field/amount-field.tsx";
export { type AmountRules, cleanAmount, type KeypadKey, pressKey } from "./field/amount.ts";
export { Checkbox, type CheckboxProps, Switch, type SwitchProps } from "./field/checkbox.tsx";
export { Keypad, type KeypadProps } from "./field/keypad.tsx";
export { PinField, type PinFieldProps } from "./field/pin-field.tsx";
export { Stepper, type StepperProps } from "./field/stepper.tsx";
export { type FieldWordsProps, TextField, type TextFieldProps } from "./field/text-field.tsx";
export { Countdown, type CountdownProps, formatCountdown, useSecondsLeft } from "./figure/countdown.tsx";
export { Figure, type FigureProps } from "./figure/figure.tsx";
export { Progress, type ProgressProps } from "./figure/progress.tsx";
export { joinClasses } from "./join-classes.ts";
export { useLastShown } from "./motion/use-last-shown.ts";
export { useLeaving } from "./motion/use-leaving.ts";
export { type LongPressHandlers, useLongPress } from "./motion/use-long-press.ts";
export { useMedia } from "./motion/use-media.ts";
export { useReachBottom } from "./motion/use-reach-bottom.ts";
export { useReducedMotion } from "./motion/use-reduced-motion.ts";
export { ConfirmDialog, type ConfirmDialogProps, Dialog, type DialogProps } from "./overlay/dialog.tsx";
export { ModalOpening, type OnModalOpen } from "./overlay/modal.tsx";
export { besideSheet, dockedSheet } from "./beside/beside.tsx";
export { Sheet, type SheetProps, SheetShell } from "./overlay/sheet.tsx";
export {
  announce,
  hideToast,
  toast,
  ToastHost,
  type ToastIcon,
  type ToastOptions,
} from "./overlay/toast.tsx";
export { BalanceCard, type BalanceCardProps } from "./surface/balance-card.tsx";
export { Card, type CardProps } from "./surface/card.tsx";
export { ListRow, type ListRowProps } from "./surface/list-row.tsx";
export { ScrollBox, type ScrollBoxProps } from "./surface/scroll-box.tsx";

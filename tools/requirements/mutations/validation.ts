import type { Mutation } from "../mutation.ts";

const APP = "apps/player/src";
const FIELDS = "packages/contract/fields.ts";
const TYPED = "packages/contract/typed-fields.ts";
const USER = "packages/contract/calls/user";

/** Sections 5 and 6: rules of forms, on the page and on the server; who may do what. */
export const VALIDATION: readonly Mutation[] = [
  {
    row: "5.01",
    breaks: "a username of blanks is taken",
    file: `${USER}/login.ts`,
    from: 'value !== ""',
    to: "value.length >= 0",
  },
  {
    row: "5.04",
    breaks: "an empty password is taken",
    file: FIELDS,
    from: 'validation.tooLong" }),\n  z.refine<string>((value) => value !== ""',
    to: 'validation.tooLong" }),\n  z.refine<string>(() => true',
  },
  {
    row: "5.05",
    breaks: "an empty confirmation is called different",
    file: `${USER}/register.ts`,
    from: '"validation.passwordConfirmationBlank"',
    to: '"validation.passwordsDiffer"',
  },
  {
    row: "5.08",
    breaks: "passwords that differ are taken",
    file: `${USER}/register.ts`,
    from: "body.password === body.password_confirmation",
    to: 'body.password !== ""',
  },
  {
    row: "5.12",
    breaks: "nobody has to agree to the terms",
    file: `${APP}/screens/auth/register/register-form.ts`,
    from: 'agreed: form.agreed ? undefined : "validation.termsRequired"',
    to: "agreed: undefined",
  },
  {
    row: "5.13",
    breaks: "a code that is required is not asked for",
    file: `${APP}/screens/auth/register/register-form.ts`,
    from: 'inviteRequired && tidyTyped(form.invite_code) === ""',
    to: "!inviteRequired && form.invite_code === null",
  },
  {
    row: "5.15",
    breaks: "new passwords that differ are taken",
    file: `${USER}/update-pwd.ts`,
    from: "body.password === body.password_confirmation",
    to: 'body.password !== ""',
  },
  {
    row: "5.19",
    breaks: "withdrawal passwords that differ are called login passwords",
    file: `${USER}/update-trans-pwd.ts`,
    from: '"validation.transPasswordsDiffer"',
    to: '"validation.newPasswordsDiffer"',
  },
  {
    row: "5.23",
    breaks: "any word is a phone number",
    file: TYPED,
    from: String.raw`/^\+?[\d\s().-]{4,30}$/`,
    to: "/^.{1,40}$/",
  },
  {
    row: "5.26",
    breaks: "an empty e-mail is called wrong",
    file: TYPED,
    from: 'filled(254, "validation.emailBlank")',
    to: 'filled(254, "validation.emailFormat")',
  },
  {
    row: "5.31",
    breaks: "card numbers that differ are taken",
    file: `${USER}/bind-bank-card.ts`,
    from: "body.card_no === body.card_no_confirmation",
    to: 'body.card_no !== ""',
  },
  {
    row: "5.34",
    breaks: "wallet addresses that differ are taken",
    file: `${USER}/bind-digit-wall.ts`,
    from: "body.address === body.address_confirmation",
    to: 'body.address !== ""',
  },
  {
    row: "5.36",
    breaks: "a slip without an amount says nothing",
    file: `${APP}/features/slip/slip-actions.tsx`,
    from: 't("validation.amountBlank")',
    to: '""',
  },
  {
    row: "5.38",
    breaks: "a slip without a number says nothing",
    file: `${APP}/features/slip/slip-actions.tsx`,
    from: 't("validation.selectionBlank")',
    to: '""',
  },
  {
    row: "5.40",
    breaks: "a form shows the schema's own wording",
    file: `${APP}/components/form/contract-resolver.ts`,
    from: '? message : "validation.invalid"',
    to: "? message : message",
  },
  {
    row: "5.41",
    breaks: "what does not fit is called too long",
    file: "apps/server/src/http/request-parts.ts",
    from: 'INVALID: ServerMessageKey = "validation.invalid"',
    to: 'INVALID: ServerMessageKey = "validation.tooLong"',
  },
  {
    row: "5.42",
    breaks: "an input takes 255 characters",
    file: "packages/ui/field/text-field.tsx",
    from: "maxLength={140}",
    to: "maxLength={255}",
  },
  {
    row: "5.43",
    breaks: "the server takes 255 characters",
    file: `${USER}/login.ts`,
    from: "z.maxLength(140",
    to: "z.maxLength(255",
  },
  {
    row: "6.01",
    breaks: "the list of devices is open to anybody",
    file: "packages/contract/pages/pages.ts",
    from: 'path: "/pages-sub/settings/devices",\n    login: true',
    to: 'path: "/pages-sub/settings/devices",\n    login: false',
  },
  {
    row: "6.02",
    breaks: "the guard asks nobody",
    file: `${APP}/shell/page-stack.ts`,
    from: "!specOf(to.name).login || (await this.#deps.isPlayer())",
    to: 'to.url !== ""',
  },
  {
    row: "6.03",
    breaks: "an ended session counts as one that expired",
    file: "apps/server/src/http/caller-check.ts",
    from: 'if (verdict === "expired") return ["TOKEN_EXPIRED"];',
    to: 'if (verdict !== undefined) return ["TOKEN_EXPIRED"];',
  },
  {
    row: "6.04",
    breaks: "nothing leads to the agent centre",
    file: `${APP}/screens/mine/mine.tsx`,
    from: '          <Entry page="agent" icon={<UsersIcon size={22} />} />\n',
    to: "",
  },
];

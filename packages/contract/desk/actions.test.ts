import { expect, test } from "vitest";
import { ACTION_NAMES, ruleOf, type ActionRule } from "./actions.ts";

/** Actions by what their rule says, as words in order. */
function grouped(say: (rule: ActionRule) => string): Record<string, string[]> {
  const groups: Record<string, string[]> = {};
  for (const name of ACTION_NAMES) (groups[say(ruleOf(name))] ??= []).push(name);
  return Object.fromEntries(Object.entries(groups).map(([key, names]) => [key, names.toSorted()]));
}

const words = (text: string): string[] => text.trim().split(/\s+/u).toSorted();

test("each role may do what is written here, and nothing else", () => {
  expect(grouped(({ roles }) => roles.toSorted().join(" "))).toEqual({
    "admin cashier risk support": words(`
      dashboard.read recharge.read payment.read withdrawal.read player.read player.note protection.read notice.read
      banner.read game.read period.read agents.read gift.read`),
    "admin cashier": words(`
      recharge.pass recharge.passWith recharge.passLate recharge.cancel payment.match payment.unmatch payment.close withdrawal.pass`),
    "admin cashier risk": words(`
      payment.reveal withdrawal.cancel withdrawal.reveal export.recharges export.withdrawals export.ledger`),
    "admin risk support": words(`
      player.reveal player.lock player.endPush player.endSessions player.endChase player.removePasskey player.export
      protection.tighten protection.timeOut protection.exclude identity.read identity.reveal
      care.read care.assign care.note care.close`),
    "admin support": words(`
      player.unlockAddresses conversation.read conversation.answer conversation.close conversation.reopen
      conversation.assign notice.publish notice.schedule notice.withdraw message.send banner.write`),
    "admin risk": words(`
      books.check liabilities.run money.stop player.unlock player.close identity.verify identity.refuse identity.correct
      game.open game.close game.limits games.stop games.sell odds.publish period.seen period.void agents.plan gift.give gift.confirm gift.cancel
      audit.read export.players export.audit`),
    admin: words(`
      money.resume operator.read operator.create operator.lock operator.unlock operator.reissue operator.role
      operator.confirm operator.cancel retention.read`),
  });
});

test("a second person is asked for what is written here", () => {
  const { "1": _alone, ...more } = grouped(({ people }) => String(people));
  expect(more).toEqual({
    "2": words("period.void operator.create operator.unlock operator.reissue operator.role"),
    "above-amount": words("recharge.pass recharge.passWith recharge.passLate withdrawal.pass gift.give"),
    "if-excluded": words("identity.correct"),
    "if-held": words("identity.verify"),
  });
});

test("money leaves only active accounts, and comes into all but closed ones", () => {
  const { any: _any, ...states } = grouped(({ playerStates }) => playerStates?.join(" ") ?? "any");
  expect(states).toEqual({
    active: words("withdrawal.pass player.unlockAddresses gift.give gift.confirm"),
    "active locked": words(`
      recharge.pass recharge.passWith recharge.passLate payment.match player.removePasskey player.export
      protection.tighten protection.timeOut protection.exclude identity.verify identity.refuse identity.correct
      conversation.answer message.send`),
  });
});

test("no reason is asked for reading, files and conversations", () => {
  const { none = [], optional } = grouped(({ reason }) => reason);
  expect(none.filter((name) => !/\.read$|^(?:export|conversation|notice|banner)\./u.test(name))).toEqual(
    words("books.check liabilities.run player.note care.assign care.note message.send period.seen"),
  );
  expect(optional).toEqual(
    words("recharge.pass withdrawal.pass identity.verify gift.confirm operator.confirm"),
  );
});

import type { MoneyRecord } from "@lotus/contract";
import { Card, CircleCheckIcon, ClockIcon } from "@lotus/ui";
import { type ReactNode, useEffect, useRef } from "react";
import { RecordFacts, type RecordFact } from "../record-list/record-facts.tsx";
import styles from "./money-order.module.css";

interface OrderResultProps {
  status: MoneyRecord["status"];
  heading: string;
  /** How a new heading is announced: it takes the focus, or a live region reads it. */
  announce: "focus" | "live";
  cancelledIcon: ReactNode;
  /** Below the heading. */
  words: ReactNode;
  /** Between the heading and the facts. */
  children?: ReactNode;
  facts: readonly RecordFact[];
  /** The buttons at the end. */
  next: ReactNode;
}

/** Result of a recharge or withdrawal, by its current status. */
export function OrderResult(props: OrderResultProps) {
  const { status, heading, announce, cancelledIcon, words, children, facts, next } = props;
  return (
    <div className={styles.page}>
      <section className={styles.done} {...(announce === "live" && { "aria-live": "polite" })}>
        {status === "pendingReview" && <ClockIcon size={48} className={styles.waiting} aria-hidden />}
        {status === "passed" && <CircleCheckIcon size={48} className={styles.passed} aria-hidden />}
        {status === "cancelled" && cancelledIcon}
        {/* A new key mounts a new heading, which takes the focus again. */}
        <Heading key={announce === "focus" ? heading : "heading"}>{heading}</Heading>
        {words}
      </section>
      {children}
      <Card>
        <RecordFacts facts={facts} />
      </Card>
      <div className={styles.next}>{next}</div>
    </div>
  );
}

function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.doneTitle}>
      {children}
    </h2>
  );
}

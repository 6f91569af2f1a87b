import { IconButton, joinClasses, PauseIcon, PlayIcon, useReducedMotion, VisuallyHidden } from "@lotus/ui";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./carousel.module.css";

interface CarouselSlide {
  readonly key: string;
  readonly href: string;
  readonly onOpen: () => void;
  readonly content: ReactNode;
}

interface CarouselProps {
  label: string;
  slides: readonly CarouselSlide[];
}

/** How long each slide stays. The change itself takes 500 ms, in the stylesheet. */
const INTERVAL_MS = 5000;
/** Minimum length of a drag that changes the slide. */
const TURN_PX = 40;

/**
 * Slides that advance every five seconds, unless paused, touched, focused or with reduced motion. A swipe or the arrow
 * keys change them by hand.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const { t } = useI18n();
  const still = useReducedMotion();
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
  const count = slides.length;
  const turn = (by: number) => setAt((now) => (now + by + count) % count);
  useEffect(() => {
    if (paused || held || still || count < 2) return undefined;
    const timer = setTimeout(() => setAt((at + 1) % count), INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [at, paused, held, still, count]);
  const swipe = useSwipe(turn, setHeld);

  return (
    <section className={styles.carousel} aria-roledescription={t("app.banner.role")} aria-label={label}>
      <div className={styles.window} {...swipe.handlers}>
        {slides.map((slide, index) => (
          <SlideLink
            key={slide.key}
            slide={slide}
            // The neighbours are placed on either side, so that the last slide leads to the first.
            place={placeOf(index - at, count)}
            order={t("app.banner.place", { at: index + 1, count })}
            wasSwipe={swipe.wasSwipe}
            onTurn={turn}
            onHold={setHeld}
          />
        ))}
      </div>
      <div className={styles.foot}>
        <span className={styles.dots} aria-hidden>
          {slides.map((slide, index) => (
            <i key={slide.key} className={joinClasses(styles.dot, index === at && styles.on)} />
          ))}
        </span>
        {!still && (
          <IconButton
            className={styles.pause}
            label={t(paused ? "app.banner.play" : "app.banner.pause")}
            icon={paused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
            onClick={() => setPaused(!paused)}
          />
        )}
      </div>
    </section>
  );
}

/** −1, 0 or 1 for the shown slide and its neighbours; 2 for those further away. */
function placeOf(distance: number, count: number): number {
  const around = ((distance % count) + count) % count;
  if (around === 0) return 0;
  if (around === count - 1 && count > 2) return -1;
  return around === 1 ? 1 : 2;
}

interface SlideLinkProps {
  slide: CarouselSlide;
  place: number;
  /** "1 of 3". */
  order: string;
  wasSwipe: () => boolean;
  onTurn: (by: number) => void;
  onHold: (held: boolean) => void;
}

function SlideLink({ slide, place, order, wasSwipe, onTurn, onHold }: SlideLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The arrow key was pressed on the previous slide: the focus moves along.
    const from = document.activeElement;
    if (place === 0 && from?.parentElement === link.current?.parentElement)
      link.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <a
      ref={link}
      href={slide.href}
      className={styles.slide}
      data-place={place}
      tabIndex={place === 0 ? 0 : -1}
      aria-hidden={place !== 0}
      draggable={false}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      onKeyDown={(event: KeyboardEvent) => {
        const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        if (by === 0) return;
        event.preventDefault();
        onTurn(by);
      }}
      onClick={(event) => {
        event.preventDefault();
        if (!wasSwipe()) slide.onOpen();
      }}
    >
      {slide.content}
      <VisuallyHidden>{order}</VisuallyHidden>
    </a>
  );
}

/** Horizontal drags change the slide and suppress the click that follows. */
function useSwipe(turn: (by: number) => void, setHeld: (held: boolean) => void) {
  const drag = useRef<{ readonly x: number } | null>(null);
  const swiped = useRef(false);
  const end = (event: PointerEvent) => {
    const by = drag.current === null ? 0 : event.clientX - drag.current.x;
    drag.current = null;
    setHeld(false);
    swiped.current = Math.abs(by) >= TURN_PX;
    if (swiped.current) turn(by < 0 ? 1 : -1);
  };
  return {
    wasSwipe: () => swiped.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        drag.current = { x: event.clientX };
        swiped.current = false;
        setHeld(true);
      },
      onPointerUp: end,
      onPointerCancel: () => {
        drag.current = null;
        setHeld(false);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (drag.current !== null) end(event);
      },
    },
  };
}

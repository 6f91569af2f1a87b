import { ReceiptIcon, ShieldCheckIcon } from "@lotus/ui";
import type { MessageKey } from "@lotus/locales";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { shortHex } from "../../components/short-hex.ts";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { DigitBall } from "../../artwork/ball.tsx";
import { Die } from "../../artwork/dice.tsx";
import { bannersQuery } from "../../queries/home.ts";
import { navigation } from "../../shell/navigation.ts";
import { href, TABS } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BannerPicture } from "./banner-picture.tsx";
import styles from "./banner.module.css";
import { Carousel } from "./carousel.tsx";

interface OwnSlide {
  readonly key: string;
  readonly title: MessageKey;
  readonly words: MessageKey;
  readonly to: string;
  readonly picture: ReactNode;
}

interface Slide {
  readonly key: string;
  readonly title: string;
  readonly words: string;
  /** Path it opens; a banner without a page of its own opens the games. */
  readonly to: string;
  readonly picture: ReactNode;
}

/** The banners of the operator; built-in ones until the desk writes others. */
export function Banner({ games }: { games: readonly LobbyGame[] | undefined }) {
  const { t, locale } = useI18n();
  const written = useQuery(bannersQuery(locale)).data ?? [];
  const own = ownSlides(games).map((slide) => ({ ...slide, title: t(slide.title), words: t(slide.words) }));
  const slides: readonly Slide[] =
    written.length === 0
      ? own
      : written.map(({ id, title, words, drawing, picture, link }) => ({
          key: id,
          title,
          words,
          to: link ?? href("lobby"),
          picture: <BannerPicture drawing={drawing} picture={picture} />,
        }));
  return (
    <Carousel
      label={t("app.banner.label")}
      slides={slides.map(({ key, title, words, to, picture }) => ({
        key,
        onOpen: () => void openPage(to),
        href: to,
        content: (
          <span className={styles.slide}>
            <span className={styles.text}>
              <b>{title}</b>
              <span>{words}</span>
            </span>
            <span className={styles.picture} aria-hidden>
              {picture}
            </span>
          </span>
        ),
      }))}
    />
  );
}

/** Opens a page; the target of a banner may be a tab. */
function openPage(to: string): Promise<unknown> {
  const path = to.split("?")[0];
  const isTab = TABS.some((tab) => href(tab).split("?")[0] === path);
  return isTab ? navigation.switchTab(to) : navigation.push(to);
}

function ownSlides(games: readonly LobbyGame[] | undefined): readonly OwnSlide[] {
  const dice = games?.find(({ family }) => family === "dice");
  return [
    {
      key: "provable",
      title: "app.banner.provable",
      words: "app.banner.provableWords",
      to: href("verify"),
      picture: <NumbersToCome games={games} />,
    },
    {
      key: "odds",
      title: "app.banner.odds",
      words: "app.banner.oddsWords",
      to: dice === undefined ? href("lobby") : href("game", { code: dice.gameCode }),
      picture: (
        <span className={styles.dice}>
          <Die value={1} size={30} />
          <Die value={5} size={30} />
        </span>
      ),
    },
    {
      key: "books",
      title: "app.banner.books",
      words: "app.banner.booksWords",
      to: href("transactionRecords"),
      picture: <ReceiptIcon size={44} aria-hidden />,
    },
  ];
}

/** Three hidden balls, and the leaf in the public log of the period on sale: it fixes which round will decide. */
function NumbersToCome({ games }: { games: readonly LobbyGame[] | undefined }) {
  const current = games?.find(({ family, current }) => family === "five-digits" && current !== null)?.current;
  return (
    <>
      <span className={styles.balls}>
        {[0, 1, 2].map((place) => (
          <DigitBall key={place} digit="?" size={27} />
        ))}
      </span>
      <span className={styles.hash}>
        <ShieldCheckIcon size={16} />
        {current == null ? "…" : shortHex(current.commitment, 6, 4)}
      </span>
    </>
  );
}

import { ZODIAC } from "@lotus/games";
import { Button } from "@lotus/ui";
import { useState } from "react";
import { DigitBall, MarkSixBall } from "../src/artwork/ball.tsx";
import { Die } from "../src/artwork/dice.tsx";
import { DrawPicture } from "../src/artwork/draw-picture.tsx";
import { DrawReveal } from "../src/artwork/draw-reveal.tsx";
import { DragonEmblem, TieEmblem, TigerEmblem } from "../src/artwork/duel.tsx";
import { GameIcon } from "../src/artwork/game-icon.tsx";
import { LotusPond, type PondState } from "../src/artwork/lotus-pond.tsx";
import { Lotus } from "../src/artwork/lotus.tsx";
import { RaceTrack } from "../src/artwork/race-track.tsx";
import { CarPlate, Racer } from "../src/artwork/racer.tsx";
import { useReveal } from "../src/artwork/use-reveal.ts";
import { WinPetals } from "../src/artwork/win-petals.tsx";
import { ZodiacHead, type ZodiacAnimal } from "../src/artwork/zodiac-head.tsx";
import styles from "./gallery.module.css";
import { Part } from "./part.tsx";

const ORDER = [9, 10, 6, 1, 2, 3, 4, 8, 7, 5] as const;
const HEADS: readonly ZodiacAnimal[] = [...ZODIAC, "cat", "buffalo", "boar"];
const PONDS: readonly PondState[] = ["bud", "petal", "cut", "moon"];
const ANIMALS = [
  { zodiac: "horse", name: "Ngọ" },
  { zodiac: "snake", name: "Tỵ" },
  { zodiac: "pig", name: "Hợi" },
  { zodiac: "tiger", name: "Dần" },
  { zodiac: "horse", name: "Ngọ" },
  { zodiac: "ox", name: "Sửu" },
  { zodiac: "rabbit", name: "Mão" },
] as const;

/** Every picture of the player's app. */
export function PicturesPage() {
  return (
    <main className={styles.page}>
      <Part name="Mark and game icons">
        <Lotus size={72} />
        <Lotus size={30} />
        <GameIcon family="five-digits" mark="1′" />
        <GameIcon family="five-digits" mark="5′" />
        <GameIcon family="dice" />
        <GameIcon family="racing" />
        <GameIcon family="racing" racer="airship" />
        <GameIcon family="mark-six" />
        <GameIcon family="racing" size={72} />
        <GameIcon family="racing" racer="airship" size={72} />
        <GameIcon family="dice" size={72} />
        <GameIcon family="mark-six" size={72} />
      </Part>
      <Part name="Draws in a panel" lay="stack">
        <DrawPicture family="five-digits" numbers={[5, 9, 2, 1, 3]} />
        <DrawPicture family="dice" numbers={[2, 4, 2]} words={{ sum: "8", sides: "Xỉu · Chẵn" }} />
        <DrawPicture family="racing" numbers={ORDER} />
        <DrawPicture
          family="mark-six"
          numbers={[25, 26, 20, 29, 37, 30, 40]}
          words={{ animals: ANIMALS, locale: "vi-VN" }}
        />
      </Part>
      <Part name="Draws in a row; two of five took part" lay="stack">
        <DrawPicture family="five-digits" size="row" numbers={[8, 2, 5, 9, 8]} lit={[3, 4]} />
        <DrawPicture family="dice" size="row" numbers={[1, 3, 6]} />
        <DrawPicture family="racing" size="row" numbers={ORDER} lit={[0, 1]} />
        <DrawPicture family="mark-six" size="row" numbers={[25, 26, 20, 29, 37, 30, 40]} />
      </Part>
      <Pieces />
      <Part name="Race" lay="wide">
        <RaceTrack order={ORDER} />
        <RaceTrack order={ORDER} kind="airship" />
      </Part>
      <Part name="Ponds" lay="row">
        {PONDS.map((state) => (
          <LotusPond key={state} state={state} />
        ))}
      </Part>
      <Part name="Forty-nine" lay="balls">
        {Array.from({ length: 49 }, (_, i) => (
          <MarkSixBall key={i + 1} number={i + 1} variant={i % 6 === 0 ? "solid" : "ring"} />
        ))}
      </Part>
      <Part name="Reveals" lay="stack">
        <Reveals />
      </Part>
    </main>
  );
}

/** The single pieces that draws are made of. */
function Pieces() {
  return (
    <>
      <Part name="Duel" lay="row">
        <DragonEmblem size={64} />
        <TigerEmblem size={64} />
        <TieEmblem size={64} />
        <DragonEmblem />
        <TigerEmblem />
        <TieEmblem />
      </Part>
      <Part name="Zodiac" lay="row">
        {HEADS.map((animal) => (
          <span key={animal} className={styles.head}>
            <ZodiacHead animal={animal} size={40} />
            <ZodiacHead animal={animal} size={22} />
            {animal}
          </span>
        ))}
      </Part>
      <Part name="Dice, balls, racers">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <Die key={n} value={n} size={48} />
        ))}
        <DigitBall digit={7} size={56} />
        <MarkSixBall number={7} size={56} />
        <MarkSixBall number={48} size={56} variant="solid" />
        <MarkSixBall number={49} size={56} />
        {ORDER.map((n) => (
          <CarPlate key={n} number={n} size={28} />
        ))}
        {ORDER.map((n) => (
          <Racer key={n} number={n} size={60} />
        ))}
        {ORDER.map((n) => (
          <Racer key={n} number={n} size={60} kind="airship" />
        ))}
      </Part>
    </>
  );
}

function Opening(draw: Omit<Parameters<typeof DrawReveal>[0], "reveal" | "skipLabel" | "movingLabel">) {
  const reveal = useReveal(draw.family, "1", "opens");
  return <DrawReveal {...draw} size="stage" reveal={reveal} skipLabel="skip" movingLabel="drawing" />;
}

function Reveals() {
  const [time, setTime] = useState(0);
  return (
    <>
      <Button size="s" variant="tint" onClick={() => setTime(time + 1)}>
        Again
      </Button>
      <div key={time} className={styles.stack} data-reveals>
        <div className={styles.win}>
          <WinPetals />
          <Opening family="five-digits" numbers={[8, 2, 5, 9, 8]} />
        </div>
        <Opening family="dice" numbers={[4, 1, 6]} />
        <Opening family="mark-six" numbers={[25, 26, 20, 29, 37, 30, 40]} />
        <Opening family="racing" numbers={ORDER} track="car" />
        <Opening family="racing" numbers={ORDER} track="airship" />
      </div>
    </>
  );
}

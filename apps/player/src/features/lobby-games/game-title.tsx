import styles from "./game-title.module.css";

interface GameTitleProps {
  name: string;
  code: string;
}

/** A game by the name people use, with its code in small beside it; once if the name is the code. */
export function GameTitle({ name, code }: GameTitleProps) {
  if (name.includes(code)) return name;
  return (
    <>
      {name} <small className={styles.code}>{code}</small>
    </>
  );
}

import { Button } from "@mui/material";
import { useRef, type ReactNode } from "react";

interface PictureInputProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onChoose: (file: File) => void;
  readonly children: ReactNode;
}

/** A button that lets one choose a picture from this machine. */
export function PictureInput({ label, disabled = false, onChoose, children }: PictureInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-label={label}
        disabled={disabled}
        onClick={() => input.current?.click()}
        sx={{ minWidth: 44, minHeight: 36, px: 1 }}
      >
        {children}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was taken away.
          target.value = "";
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}

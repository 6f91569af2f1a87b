/** Typed and pasted lists of numbers: read as people write them, and put together into lines of a slip. */
export { type TypedName } from "./alphabet.ts";
export { MAX_SPOTS, type LeftOut, type LeftOutReason, type Spot } from "./found.ts";
export { typedForm, type TypedForm } from "./form.ts";
export { typedLines, type LineBounds, type TypedLines } from "./lines.ts";
export { MAX_TYPED_LENGTH, readTyped, type ReadTyped, type TypedReading } from "./read.ts";
export { typedExample, typedText } from "./write.ts";

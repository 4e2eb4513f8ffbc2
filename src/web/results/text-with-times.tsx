import { Moment } from '../ui/time.tsx'
import { splitTimes } from './split-times.ts'

/** A text whose ISO 8601 times are shown in the time zone of the reader, with UTC as their title. */
export const TextWithTimes = ({ text }: { readonly text: string }) =>
  splitTimes(text).map(({ part, isTime }, index) => (isTime ? <Moment key={index} at={part} /> : part))

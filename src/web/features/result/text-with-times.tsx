import { Moment } from '../../ui/time.tsx'

const instant = /(\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))/

/** A text whose ISO 8601 times are shown in the time zone of the reader, with UTC as their title. */
export const TextWithTimes = ({ text }: { readonly text: string }) =>
  text
    .split(instant)
    .map((part, index) =>
      index % 2 === 1 && !Number.isNaN(Date.parse(part)) ? <Moment key={index} at={part} /> : part,
    )

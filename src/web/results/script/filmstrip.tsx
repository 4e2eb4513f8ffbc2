import { lateTexts } from '../../strings/late.ts'
import { formatMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { Picture } from '../trace/read-trace.ts'
import { filmOf } from './script-steps.ts'
import type { ScriptStep } from './script-steps.ts'
import styles from './filmstrip.module.css'

const words = lateTexts.result.script
const mostShown = 9

interface FilmstripProps {
  readonly pictures: readonly Picture[]
  readonly steps: readonly ScriptStep[]
  readonly selected: ScriptStep
  readonly onSelect: (index: number) => void
  /** Epoch milliseconds from which times count. */
  readonly start: number
}

/** Pictures of the pages in their order, each with the step in which it was taken. */
export function Filmstrip({ pictures, steps, selected, onSelect, start }: FilmstripProps) {
  if (pictures.length === 0) return null
  return (
    <section aria-label={words.filmstrip} className={`pad ${styles.filmstrip}`}>
      {filmOf(pictures, steps, mostShown).map(({ picture: { at, url }, step: index }) => {
        const step = steps[index]
        if (step === undefined) return null
        return (
          <button
            key={`${index} ${url}`}
            type="button"
            aria-pressed={step === selected}
            onClick={() => onSelect(index)}
          >
            <img src={url} alt={pictureText(step)} />
            <span className="small mute row gap4">
              {step.error !== null && <Glyph state="FAILING" />}
              {formatMs(Math.max(0, at - start))}
            </span>
          </button>
        )
      })}
    </section>
  )
}

/** The alternative text of a screenshot: its step, and the error of the step. */
export const pictureText = ({ title, error }: ScriptStep): string =>
  error === null ? words.picture(title) : words.pictureOfError(title, error.split('\n', 1)[0] ?? '')

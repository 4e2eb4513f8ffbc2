import type { ThemeColors } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { Field } from '../../ui/field.tsx'
import { Glyph } from '../../ui/status.tsx'
import { fullColor, leastContrast, textContrast } from './contrast.ts'
import type { ColorName, Scheme } from './contrast.ts'
import styles from './status-pages.module.css'

const words = lateTexts.statusPages.look

interface ColorFieldProps {
  readonly name: ColorName
  /** As it is in the draft; empty for the default one. */
  readonly typed: string
  /** All colours of the scheme, as the page shows them. */
  readonly shown: ThemeColors[Scheme]
  readonly error: string | undefined
  /** Undefined: the default one. */
  readonly onChange: (value: string | undefined) => void
}

/** A colour, by a picker and as text, with its contrast where it is a colour of text. */
export function ColorField({ name, typed, shown, error, onChange }: ColorFieldProps) {
  const color = fullColor(typed) ?? fullColor(shown[name]) ?? '#000000'
  const colors = { ...shown, [name]: color }
  const isWrong = typed !== '' && fullColor(typed) === null
  return (
    <Field
      label={words.names[name]}
      error={error ?? (isWrong ? words.noColor : null)}
      hint={<Contrast name={name} colors={colors} />}
    >
      {(control) => (
        <span className="row">
          <input
            type="color"
            className={styles.picker}
            aria-label={words.pick(words.names[name])}
            value={color}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            className="mono"
            maxLength={7}
            placeholder={shown[name]}
            value={typed}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
            {...control}
          />
        </span>
      )}
    </Field>
  )
}

function Contrast({ name, colors }: { readonly name: ColorName; readonly colors: ThemeColors[Scheme] }) {
  const found = textContrast(colors, name)
  if (found === null) return null
  const isWeak = found.ratio < leastContrast
  return (
    <span className={isWeak ? 'row deg' : 'row'}>
      <Glyph state={isWeak ? 'DEGRADED' : 'PASSING'} />
      {words.contrast(found.ratio, words.names[found.against])}
    </span>
  )
}

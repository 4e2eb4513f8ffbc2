import type { PageLanguage } from '#contract'
import { locale } from '../../language.ts'
import { lateTexts } from '../../strings/late.ts'
import { CheckField } from '../../ui/field.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.look
const names = new Intl.DisplayNames(locale, { type: 'language' })
const all = { en: 1, de: 2 } satisfies Readonly<Record<PageLanguage, number>>
/** The cast is safe because the object has just these. */
const known = Object.keys(all) as readonly PageLanguage[]

/** The languages among which readers of a page get theirs: at least one. */
export function LanguageFields({ edited }: { readonly edited: EditedPage }) {
  const { languages } = edited.draft
  const chosen = languages.length === 0 ? known : languages
  const set = (language: PageLanguage, isOn: boolean): void => {
    const next = isOn ? [...chosen, language] : chosen.filter((one) => one !== language)
    edited.setDisplay({ languages: next.length === known.length ? [] : next })
  }
  return (
    <section className="pad pane stack gap12" aria-label={words.languages}>
      <h2>{words.languages}</h2>
      {known.map((language) => (
        <CheckField
          key={language}
          label={names.of(language) ?? language}
          isOn={chosen.includes(language)}
          disabled={chosen.length === 1 && chosen.includes(language)}
          onChange={(isOn) => set(language, isOn)}
        />
      ))}
      <p className="small mute">{words.languagesHint}</p>
    </section>
  )
}

import { locale } from '../../language.ts'
import { lateTexts } from '../../strings/late.ts'
import { CheckField } from '../../ui/field.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.look
const names = new Intl.DisplayNames(locale, { type: 'language' })

/** The languages among which readers of a page get theirs: at least one. */
export function LanguageFields({ edited }: { readonly edited: EditedPage }) {
  const { languages, offeredLanguages: offered } = edited.draft
  const chosen = languages.length === 0 ? offered.map(({ language }) => language) : languages
  const set = (language: string, isOn: boolean): void => {
    const next = isOn ? [...chosen, language] : chosen.filter((one) => one !== language)
    edited.setDisplay({ languages: next.length === offered.length ? [] : next })
  }
  return (
    <section className="pad pane stack gap12" aria-label={words.languages}>
      <h2>{words.languages}</h2>
      {offered.map(({ language, name }) => (
        <CheckField
          key={language}
          label={names.of(language) ?? name}
          isOn={chosen.includes(language)}
          disabled={chosen.length === 1 && chosen.includes(language)}
          onChange={(isOn) => set(language, isOn)}
        />
      ))}
      <p className="small mute">{words.languagesHint}</p>
    </section>
  )
}

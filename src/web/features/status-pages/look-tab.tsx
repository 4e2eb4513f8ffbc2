import { useState } from 'react'
import type { ThemeColors } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { textAt, valueAt, withValue } from '../../ui/form/body.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/states.tsx'
import { ColorField } from './color-field.tsx'
import { Setting } from './content-tab.tsx'
import { leastContrast, textContrast } from './contrast.ts'
import type { ColorName, Scheme } from './contrast.ts'
import type { Version } from './page-draft.ts'
import { LanguageFields } from './language-fields.tsx'
import { PictureFields } from './picture-fields.tsx'
import styles from './status-pages.module.css'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.look
const schemes = ['light', 'dark'] as const

interface LookProps {
  readonly edited: EditedPage
  readonly version: Version
}

/** The theme of a page: its mode, its languages, its pictures and its colours, with their contrast. */
export function LookTab({ edited, version, statusPageId }: LookProps & { readonly statusPageId: string }) {
  const mode = textAt(edited.draft.settings, 'defaultTheme') || 'AUTO'
  return (
    <>
      <section className="pad stack gap12" aria-label={words.theme}>
        <h2>{words.theme}</h2>
        <div>
          <Segmented
            label={words.theme}
            value={mode}
            options={(['AUTO', 'LIGHT', 'DARK'] as const).map((value) => ({ value, label: words.modes[value] }))}
            onChange={(value) => edited.setSetting('defaultTheme', value)}
          />
        </div>
      </section>
      <LanguageFields edited={edited} />
      <section className="pad pane stack gap12" aria-label={words.pictures}>
        <h2>{words.pictures}</h2>
        <PictureFields edited={edited} statusPageId={statusPageId} />
        <Setting
          edited={edited}
          name="redirectTo"
          label={words.redirectTo}
          hint={words.redirectHint}
          maxLength={2048}
        />
      </section>
      {edited.colors === null ? (
        <Loading rows={4} />
      ) : (
        <Colors edited={edited} version={version} shown={edited.colors} />
      )}
    </>
  )
}

function Colors({ edited, version, shown }: LookProps & { readonly shown: ThemeColors }) {
  const [scheme, setScheme] = useState<Scheme>('light')
  const own = valueAt(edited.draft.settings, `themeColors.${scheme}`)
  const names = Object.keys(shown[scheme]) as readonly ColorName[]
  const weak = names.filter((name) => (textContrast(shown[scheme], name)?.ratio ?? leastContrast) < leastContrast)
  const set = (name: ColorName, value: string | undefined): void => {
    // The older version has all colours or none.
    const base = version === 2 && own === undefined ? { themeColors: shown } : edited.draft.settings
    const { themeColors } = withValue(base, `themeColors.${scheme}.${name}`, value) as { readonly themeColors: unknown }
    edited.setSetting('themeColors', themeColors)
  }
  return (
    <section className="pad pane stack gap12" aria-label={words.colors}>
      <div className="row wrap">
        <h2>{words.colors}</h2>
        <Segmented
          isSmall
          label={words.colorsOf}
          value={scheme}
          options={schemes.map((value) => ({ value, label: words.schemes[value] }))}
          onChange={setScheme}
        />
        {valueAt(edited.draft.settings, 'themeColors') !== null && (
          <Button size="small" className="end" onClick={() => edited.setSetting('themeColors', null)}>
            {words.defaults}
          </Button>
        )}
      </div>
      <p className={weak.length > 0 ? 'deg' : 'mute'} role="status">
        {weak.length > 0 ? words.weak(weak.length) : words.allReadable}
      </p>
      <div className={styles.colors}>
        {names.map((name) => (
          <ColorField
            key={name}
            name={name}
            typed={textAt(edited.draft.settings, `themeColors.${scheme}.${name}`)}
            shown={shown[scheme]}
            error={edited.errors[`themeColors.${scheme}.${name}`]}
            onChange={(value) => set(name, value)}
          />
        ))}
      </div>
    </section>
  )
}

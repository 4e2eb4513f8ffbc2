import { lateTexts } from '../../strings/late.ts'
import { CheckField, TextField } from '../../ui/field.tsx'
import { textAt } from '../../ui/form/body.ts'
import type { PageSummary } from './api.ts'
import styles from './status-pages.module.css'
import { Structure } from './structure.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages

interface TabProps {
  readonly edited: EditedPage
  readonly summary: PageSummary
}

/** Name, address, what the page consists of, and its footer. */
export const ContentTab = ({ edited, summary }: TabProps) => (
  <>
    <section className="pad stack gap12" aria-label={words.general}>
      <div className={styles.pair}>
        <Setting edited={edited} name="name" label={words.name} maxLength={255} />
        <Setting edited={edited} name="url" label={words.address} hint="/status/…" maxLength={63} isMono />
      </div>
      <Setting edited={edited} name="description" label={words.description} maxLength={500} rows={2} />
    </section>
    <Structure edited={edited} summary={summary} />
    {summary.version === 3 && (
      <section className="pad pane stack gap12" aria-label={words.footer}>
        <h2>{words.footer}</h2>
        <Setting
          edited={edited}
          name="supportLink"
          label={words.supportLink}
          hint={words.supportHint}
          maxLength={255}
        />
        <div className={styles.pair}>
          <Setting edited={edited} name="privacyPolicyLink" label={words.privacyPolicyLink} maxLength={255} />
          <Setting edited={edited} name="termsOfServiceLink" label={words.termsOfServiceLink} maxLength={255} />
        </div>
        <Setting edited={edited} name="footerText" label={words.footerText} maxLength={1000} rows={2} />
        <CheckField
          isSwitch
          label={words.allowIndexing}
          isOn={edited.draft.settings['allowIndexing'] !== false}
          onChange={(isOn) => edited.setSetting('allowIndexing', isOn)}
        />
      </section>
    )}
  </>
)

interface SettingProps {
  readonly edited: EditedPage
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly maxLength: number
  readonly rows?: number
  readonly isMono?: boolean
  readonly placeholder?: string
}

/** A text of the settings of a page. */
export const Setting = ({ edited, name, ...field }: SettingProps) => (
  <TextField
    {...field}
    value={textAt(edited.draft.settings, name)}
    onChange={(text) => edited.setSetting(name, text)}
    error={edited.errors[name]}
  />
)

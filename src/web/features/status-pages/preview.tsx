import { useEffect, useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { textAt } from '../../ui/form/body.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { after } from '../../time/page-time.ts'
import { usePreview } from './api.ts'
import type { PageSummary } from './api.ts'
import { previewBody } from './page-draft.ts'
import type { PageDraft } from './page-draft.ts'
import styles from './status-pages.module.css'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.preview
const typingMs = 400
const themes = ['LIGHT', 'DARK'] as const
const widths = ['wide', 'phone'] as const
type Theme = (typeof themes)[number]
type Width = (typeof widths)[number]

/** The draft as it was when nothing was typed for a moment. */
function useRested(draft: PageDraft): PageDraft {
  const [rested, rest] = useState(draft)
  useEffect(() => (draft === rested ? undefined : after(typingMs, () => rest(draft))), [draft, rested])
  return rested
}

const pageOf = ({ id: statusPageId, version, isPrivate }: PageSummary) => ({ statusPageId, version, isPrivate })

/** The page as its readers would see it, beside what is edited. */
export function Preview({ edited, summary }: { readonly edited: EditedPage; readonly summary: PageSummary }) {
  const { draft, setColors } = edited
  const isDark = textAt(draft.settings, 'defaultTheme') === 'DARK'
  const [theme, setTheme] = useState<Theme>(isDark ? 'DARK' : 'LIGHT')
  const [width, setWidth] = useState<Width>('wide')
  const query = usePreview(previewBody(useRested(draft), { ...pageOf(summary), theme }))
  const colors = query.data?.themeColors
  useEffect(() => colors && setColors(colors), [colors, setColors])
  return (
    <aside className={styles.preview} aria-label={words.title}>
      <div className={styles.sticky}>
        <div className="pane-h">
          <h2>{words.title}</h2>
          <div className="end wrap">
            <Segmented
              isSmall
              label={words.width}
              value={width}
              options={widths.map((value) => ({ value, label: words.widths[value] }))}
              onChange={setWidth}
            />
            <Segmented
              isSmall
              label={words.theme}
              value={theme}
              options={themes.map((value) => ({ value, label: words.themes[value] }))}
              onChange={setTheme}
            />
          </div>
        </div>
        <Loaded query={query}>
          {({ html }) => (
            <iframe
              className={width === 'phone' ? styles.phone : styles.wide}
              title={words.title}
              // Nothing in it runs or leads away.
              sandbox=""
              srcDoc={inFrame(html)}
            />
          )}
        </Loaded>
      </div>
    </aside>
  )
}

/** The document is under the policy of this page, which lets in styles by its nonce. */
function inFrame(html: string): string {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''
  return html
    .replace('<head>', '<head><base target="_blank" />')
    .replaceAll('<style>', `<style nonce="${encodeURI(nonce)}">`)
}

import { serviceUrl } from '../../api/call.ts'
import { lateTexts } from '../../strings/late.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { TextField } from '../../ui/field.tsx'
import type { PageSummary } from './api.ts'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.embed

interface EmbedFieldsProps {
  readonly edited: EditedPage
  readonly summary: PageSummary
}

/** The sites that may show a page in a frame, and what they write to embed it. */
export function EmbedFields({ edited, summary: { name, url, isPrivate } }: EmbedFieldsProps) {
  const { embedOrigins } = edited.draft
  const address = serviceUrl(`/status/${url}`)
  const title = name.replaceAll(/["&<>]/g, '')
  const [error] = Object.entries(edited.errors).flatMap(([path, text]) => (path.startsWith('embedOrigins') ? text : []))
  return (
    <section className="pad pane stack gap12" aria-label={words.title}>
      <h2>{words.title}</h2>
      <TextField
        label={words.origins}
        hint={words.originsHint}
        error={error}
        rows={3}
        isMono
        value={embedOrigins}
        onChange={(text) => edited.setDisplay({ embedOrigins: text })}
      />
      {embedOrigins.trim() !== '' && (
        <CodeBlock
          label={words.frame}
          text={`<iframe src="${address}" title="${title}" width="100%" height="600"></iframe>`}
        />
      )}
      {!isPrivate && (
        <>
          <CodeBlock label={words.banner} text={`<script src="${address}/banner.js" async></script>`} />
          <CodeBlock label={words.badge} text={`<img src="${address}/badge.svg" alt="${title}">`} />
          <p className="small mute">{words.anySite}</p>
        </>
      )}
    </section>
  )
}

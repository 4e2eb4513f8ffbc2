import { Download } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { ownUrl } from './script/own-url.ts'
import type { Result } from './result-screen.tsx'

const words = texts.result

/** Screenshots as pictures; everything else to download, never opened here: files of checks are hostile. */
export function Files({ result: { id, checkId } }: { readonly result: Result }) {
  const list = useOperation('listCheckResultAssets', { params: { checkId, checkResultId: id } }, { staleMs: 300_000 })
  const assets = list.data?.assets ?? []
  if (assets.length === 0) return null
  const pictures = assets.filter(({ contentType }) => contentType === 'image/png' || contentType === 'image/jpeg')
  return (
    <section className="pane" aria-label={words.files}>
      <div className="pane-h">
        <h2>{words.files}</h2>
      </div>
      {pictures.length > 0 && (
        <div className="row wrap padx gap12">
          {pictures.map(({ name, url }) => (
            <figure key={url}>
              <img
                src={ownUrl(url)}
                alt={name}
                loading="lazy"
                style={{ maxWidth: 'min(420px, 100%)', maxHeight: 280 }}
              />
              <figcaption className="small mute">{name}</figcaption>
            </figure>
          ))}
        </div>
      )}
      <ul className="pad stack">
        {assets.map(({ name, url, contentType }) => (
          <li key={url} className="row">
            <Download className="ic s" aria-hidden="true" />
            <a className="link" href={ownUrl(url)} download={name} rel="noreferrer">
              {name}
            </a>
            <span className="mute small">{contentType}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

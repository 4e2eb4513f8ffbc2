import { Download } from 'lucide-react'
import { lateTexts } from '../strings/late.ts'
import { Pane } from '../ui/pane.tsx'
import { OpenFile, OpensNothing } from './open-file.tsx'
import { objectIn, textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'
import { ownUrl } from './script/own-url.ts'
import type { Asset } from './api.ts'
import styles from './files.module.css'

const words = lateTexts.result

/** The pictures and videos of a run; scripts and suites show theirs beside their steps and tests. */
export function FilesShown({ assets }: { readonly assets: readonly Asset[] }) {
  if (!assets.some(isShown)) return null
  return (
    <Pane title={words.pictures}>
      <Media assets={assets} />
    </Pane>
  )
}

/** Everything that a run left, to download or, on another origin, in a tab: files of checks are hostile. */
export function Files({ assets, detail }: { readonly assets: readonly Asset[]; readonly detail: Detail }) {
  if (assets.length === 0) return null
  const meanings = objectIn(detail['artifactManifest'])
  return (
    <Pane title={words.files}>
      <ul className={`pad stack ${styles.files}`}>
        {assets.map((asset) => (
          <li key={asset.url} className="row wrap">
            <Download className="ic s" aria-hidden="true" />
            <a className="link" href={ownUrl(asset.url)} download={asset.name} rel="noreferrer">
              {asset.name}
            </a>
            <span className="mute small">{textIn(meanings[asset.name]) ?? asset.contentType}</span>
            <OpenFile asset={asset} />
          </li>
        ))}
      </ul>
      <OpensNothing assets={assets} />
    </Pane>
  )
}

const isPicture = ({ contentType }: Asset): boolean => contentType === 'image/png' || contentType === 'image/jpeg'
const isVideo = ({ type, contentType }: Asset): boolean => type === 'video' && /^video\/(?:webm|mp4)$/.test(contentType)

const isShown = (asset: Asset): boolean => isPicture(asset) || isVideo(asset)

/** The pictures and videos among files, each with its name. */
export function Media({ assets }: { readonly assets: readonly Asset[] }) {
  const shown = assets.filter(isShown)
  if (shown.length === 0) return null
  return (
    <div className={`row wrap padx gap12 ${styles.media}`}>
      {shown.map((asset) => (
        <figure key={asset.url}>
          {isVideo(asset) ? (
            // Videos of browsers have no sound, hence nothing that captions could say.
            <video controls muted preload="metadata" src={ownUrl(asset.url)} aria-label={asset.name} />
          ) : (
            <img src={ownUrl(asset.url)} alt={asset.name} loading="lazy" />
          )}
          <figcaption className="small mute">{asset.name}</figcaption>
        </figure>
      ))}
    </div>
  )
}

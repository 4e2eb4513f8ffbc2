import { lateTexts } from '../../strings/late.ts'
import { Setting } from './content-tab.tsx'
import type { EditedPage } from './use-page-draft.ts'

const words = lateTexts.statusPages.look
const pictures = ['logo', 'logoDark', 'favicon'] as const

/** The pictures of a page, by their addresses. */
export const PictureFields = ({ edited }: { readonly edited: EditedPage }) => (
  <>
    {pictures.map((name) => (
      <Setting key={name} edited={edited} name={name} label={words[name]} maxLength={2048} placeholder="https://" />
    ))}
    <p className="small mute">{words.pictureHint}</p>
  </>
)

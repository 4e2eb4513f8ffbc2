export { getPageDisplay, updatePageDisplay } from './page-displays.ts'
export type { PageDisplayView } from './page-displays.ts'
export { addPagePicture, findPublicPicture } from './page-pictures.ts'
export type { AddedPicture } from './page-pictures.ts'

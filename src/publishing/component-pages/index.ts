export {
  createComponentPage,
  deleteComponentPage,
  getComponentPage,
  listComponentPagesOfAccount,
  updateComponentPage,
} from './component-pages.ts'
export type { ComponentPageInput } from './component-pages.ts'
export {
  createPageComponent,
  deletePageComponent,
  getPageComponent,
  listPageComponents,
  updatePageComponent,
} from './components.ts'
export type { ComponentReference } from './components.ts'

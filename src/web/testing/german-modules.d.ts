declare module '*/open-page.tsx?de' {
  export const openPage: typeof import('../open-page.tsx').openPage
}
declare module '*/reason-text.ts?de' {
  export const reasonsLoaded: Promise<unknown>
}
declare module '*/open-page.tsx?us' {
  export const openPage: typeof import('../open-page.tsx').openPage
}

// The web interface as a service sends it: built once for its sources, then files with names that change with their
// content, and one page for all screens. Takes the data directory and the public URL; the interface itself is src/web.
export { buildInterface } from './build-interface.ts'
export { readInterface } from './interface-files.ts'
export type { InterfaceFiles } from './interface-files.ts'
export { isScreenPath, mountInterface } from './mount-interface.ts'
export type { InterfaceState } from './mount-interface.ts'

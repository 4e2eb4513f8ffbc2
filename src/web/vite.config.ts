import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Styles of what every screen composes: one file, before those of screens, so that the order of rules is always the same. */
const shared = /\/src\/web\/(?:styles|ui|shell)\/(?!code\/).*\.css$/

/** Addresses in the page are relative to its `<base>`, so that the interface also works below a path prefix. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      // The contract is declarations: what is not used of it is left out, and with it the library of its schemas.
      treeshake: { moduleSideEffects: (id) => !id.includes('/src/contract/') },
      output: { codeSplitting: { groups: [{ name: 'styles', test: shared }] } },
    },
  },
})

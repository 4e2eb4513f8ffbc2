export * from './download-asset.ts'
export * from './list-assets.ts'

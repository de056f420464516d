/** Whether the settlement uses them (`build/features.ts`). */
interface ImportMetaEnv {
  readonly HAS_LOGIN: boolean;
  readonly HAS_DATA_FILES: boolean;
  readonly HAS_SPANISH: boolean;
}

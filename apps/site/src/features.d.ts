// The settlement's features, which are constants of the bundles (`build/features.ts`).
declare const HAS_LOGIN: boolean;
declare const HAS_MAILED_ADDRESS: boolean;
declare const HAS_DATA_FILES: boolean;
declare const HAS_SPANISH: boolean;

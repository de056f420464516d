import { site } from '@redress/content/site';
import type { SiteManifest } from '@redress/contract/settlement';

export interface Data {
  readonly site: SiteManifest;
}

export const data = (): Data => ({ site });

import { site } from '@redress/content/site';
import type { RouteSync } from 'vike/types';
import { findPageOfKind, followsLogin } from '../../routing/find-page.ts';

export const route: RouteSync = ({ urlPathname }) =>
  findPageOfKind(site, 'instructions', urlPathname) !== undefined && !followsLogin(site, urlPathname);

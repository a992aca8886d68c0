/** The rules beside a table: open or not, and at which rule. Only a table that is there has one. */
class RulesDrawer {
  here = $state.raw(false);
  open = $state.raw(false);
  rule = $state.raw<string | null>(null);

  show(rule: string | null = null): void {
    this.rule = rule;
    this.open = true;
  }
}

export const rulesDrawer = new RulesDrawer();

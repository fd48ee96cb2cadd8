/** The workspace that this browser was switched to. It only chooses among those that the person is a member of. */
export const WORKSPACE_COOKIE = "cadau-workspace";

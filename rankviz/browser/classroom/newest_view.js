// Which of the views that were requested is shown, on a phone and on the teacher's page: responses overtake each other.

/** The newest version wins; of one version, what was requested last; nothing wins that was requested before a `restart`. */
export class NewestView {
  // The version that is shown.
  version = 0;
  // The number of requests, that whose response is shown, and the first whose response may be shown.
  requested = 0;
  shown = 0;
  first = 1;

  /**
   * Count a request.
   *
   * @returns {(version: number) => boolean} to be called with the version that it brings: whether that is to be shown
   */
  request() {
    this.requested += 1;
    const request = this.requested;
    return (version) => {
      const isNewest = version > this.version || (version === this.version && request > this.shown);
      if (request < this.first || !isNewest) return false;
      [this.version, this.shown] = [version, request];
      return true;
    };
  }

  /**
   * Whether a version has to be fetched: it is newer than what is shown, or that was requested before a `restart`.
   *
   * @param {number} version
   */
  lacks(version) {
    return version > this.version || (version === this.version && this.shown < this.first);
  }

  /**
   * Show nothing that has been requested so far: it is in another language, or of another room.
   *
   * @param {boolean} [isOtherRoom] whose versions begin anew
   */
  restart(isOtherRoom = false) {
    this.first = this.requested + 1;
    if (isOtherRoom) [this.version, this.shown] = [0, 0];
  }
}
